/** A line for the shell that speaks a greeting into a file, by the server at `url`. */
export const firstWords = (url: string, key: string): string =>
  `curl -s ${url}/api/v1/voice/generations -H 'x-api-key: ${key}' -H 'content-type: application/json' ` +
  `-d '{"text":"ሰላም! እንኳን ደህና መጡ።","voice_id":"am-hamen","language":"am"}' ` +
  `| sed 's/.*"audio_url":"\\([^"]*\\)".*/\\1/' | xargs curl -so selam.mp3`
