/** For the test alone, before the page's own scripts: keeps what the page gives to its loudspeaker. */
const module = `registerProcessor("recorder", class extends AudioWorkletProcessor {
  process([[channel]]) {
    if (channel) this.port.postMessage(channel.slice())
    return true
  }
})`
const address = URL.createObjectURL(new Blob([module], { type: "text/javascript" }))

const { connect } = AudioNode.prototype
const { start } = AudioBufferSourceNode.prototype
/** Of each context: a node to which all is connected that is connected to the destination, and what has come through it. */
const taps = new WeakMap()
/** Of the context that has something to play. */
let blocks = []
let playing = 0

window.AudioContext = class extends AudioContext {
  constructor(options) {
    super(options)
    const tap = { node: new GainNode(this), blocks: [] }
    taps.set(this, tap)
    this.audioWorklet.addModule(address).then(() => {
      const recorder = new AudioWorkletNode(this, "recorder", { numberOfOutputs: 0 })
      recorder.port.onmessage = ({ data }) => tap.blocks.push(data)
      connect.call(tap.node, recorder)
    })
  }
}

AudioNode.prototype.connect = function (target, ...rest) {
  if (target === this.context.destination) {
    const tap = taps.get(this.context)
    blocks = tap.blocks
    connect.call(this, tap.node)
  }
  return connect.call(this, target, ...rest)
}

AudioBufferSourceNode.prototype.start = function (...when) {
  playing++
  this.addEventListener("ended", () => {
    playing--
  })
  start.apply(this, when)
}

/** Pieces that are to be played or are being played. */
window.piecesLeft = () => playing

/** Samples that the loudspeaker has had so far, silence included. */
window.playedSamples = () => blocks.reduce((sum, { length }) => sum + length, 0)

/** Whether any of them after the first so many is sound. */
window.isSoundAfter = (samples) => {
  let at = 0
  return blocks.some((block) => {
    at += block.length
    return at > samples + block.length && block.some((sample) => sample !== 0)
  })
}

/** They themselves: floats in base64. */
window.playedSound = async () => new Uint8Array(await new Blob(blocks).arrayBuffer()).toBase64()
