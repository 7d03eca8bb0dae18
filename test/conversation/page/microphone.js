/** Runs where the browser processes sound: gathers it into frames of 100 ms of 16-bit samples. */
registerProcessor(
  "microphone",
  class extends AudioWorkletProcessor {
    frame = new Int16Array(sampleRate / 10)
    filled = 0

    /** Is called with 128 samples, from −1 to 1, at a time. */
    process([[channel]]) {
      for (const sample of channel ?? []) {
        this.frame[this.filled++] = Math.max(-1, Math.min(1, sample)) * 32_767
        if (this.filled === this.frame.length) {
          this.port.postMessage(this.frame.slice())
          this.filled = 0
        }
      }
      return true
    }
  }
)
