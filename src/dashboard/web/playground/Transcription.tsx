import { Text } from "@mantine/core"

const Transcription = () => <Text>Transcription</Text>

export default Transcription
