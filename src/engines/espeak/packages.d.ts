/** What of eSpeak NG's Emscripten build is used here; the package has no types of its own. */
declare module "@echogarden/espeak-ng-emscripten" {
  export interface SynthesisEvent {
    readonly type: "word" | "sentence" | "mark" | "play" | "end" | "msg_terminated" | "phoneme" | "samplerate"
    /** Characters (code points) from the start of the text, counted from 1. */
    readonly text_position: number
    readonly word_length: number
    /** Milliseconds from the start of the sound. */
    readonly audio_position: number
  }

  export interface Speaker {
    /** Loads a voice and its variant, as in `am+f2`; 0 when found. */
    readonly set_voice: (name: string) => number
    /** Words a minute, 80 to 450. */
    readonly set_rate: (wordsPerMinute: number) => void
    /** 0 to 99. */
    readonly set_pitch: (pitch: number) => void
    /** 0 to 200; 100 is the voice's own. */
    readonly set_volume: (volume: number) => void
    /** The address of the mnemonics that a text is spoken as, which end in a zero. */
    readonly convert_to_phonemes: (text: string, ipa: boolean) => { readonly ptr: number }
    /**
     * Calls back with each 100 ms of sound, last with none; true from the callback ends the synthesis. The text is at an
     * address, in UTF-8 up to a zero.
     */
    readonly synthesize: (
      text: { readonly ptr: number },
      onPiece: (samples: Int16Array, events: ReadonlyArray<SynthesisEvent>) => boolean
    ) => void
  }

  export interface Module {
    /** Another one after the memory has grown. */
    readonly HEAPU8: Uint8Array
    readonly _malloc: (bytes: number) => number
    readonly eSpeakNGWorker: new () => Speaker
    /** Emscripten's files in memory. */
    readonly FS: {
      readonly readdir: (path: string) => ReadonlyArray<string>
      readonly lookupPath: (path: string) => { readonly node: FileNode }
    }
  }

  /** A file with its bytes, or a folder with its nodes. */
  export interface FileNode {
    contents: Uint8Array | Readonly<Record<string, unknown>>
  }

  export default function load(options: { readonly getPreloadedPackage: () => ArrayBuffer }): Promise<Module>
}

declare module "@echogarden/espeak-ng-emscripten/espeak-ng.data" {
  const path: string
  export default path
}

/** What of Sonic is used here; the package has no types of its own. */
declare module "@echogarden/sonic-wasm" {
  /** Pointers and streams are addresses in the module's memory. */
  export interface SonicModule {
    /** Another one after the memory has grown. */
    readonly HEAP16: Int16Array
    readonly _malloc: (bytes: number) => number
    /** 0 where there is no memory, as with all that take and make samples. */
    readonly _sonicCreateStream: (sampleRate: number, channels: number) => number
    readonly _sonicDestroyStream: (stream: number) => void
    /** 2 is twice as fast. */
    readonly _sonicSetSpeed: (stream: number, speed: number) => void
    readonly _sonicWriteShortToStream: (stream: number, samples: number, count: number) => number
    /** How many samples there were, `most` at most. */
    readonly _sonicReadShortFromStream: (stream: number, samples: number, most: number) => number
    readonly _sonicFlushStream: (stream: number) => number
  }

  export default function load(options: { readonly wasmBinary: Uint8Array }): Promise<SonicModule>
}

declare module "*/sonic.wasm" {
  const path: string
  export default path
}
