/**
 * Software that packages contain in compiled form and do not name in their own
 * licence files, and what the binary contains beside packages. Stated here as
 * each upstream's source files have it.
 */

/** Software under one licence. */
export interface Notice {
  readonly name: string
  /** Empty where the package does not say which version it was compiled from. */
  readonly version: string
  /** An SPDX expression. */
  readonly licence: string
  readonly text: string
}

/** The three-clause BSD licence, as Xiph's libraries and PDFium have it. */
const bsd = (holders: string): string => `${holders}

Redistribution and use in source and binary forms, with or without modification, are permitted provided that the
following conditions are met:

- Redistributions of source code must retain the above copyright notice, this list of conditions and the following
  disclaimer.
- Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following
  disclaimer in the documentation and/or other materials provided with the distribution.
- Neither the name of the copyright holder nor the names of its contributors may be used to endorse or promote products
  derived from this software without specific prior written permission.

THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES,
INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT OWNER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR SERVICES;
LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN
CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE OF THIS
SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.`

/** The MIT licence, for packages that declare it and bring no file of it. */
export const mit = (holder: string): string => `Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

/** FAAD2's own statement, at the head of each of its source files. */
const faad2 = `FAAD2 - Freeware Advanced Audio (AAC) Decoder including SBR decoding
Copyright (C) 2003-2005 M. Bakker, Nero AG, http://www.nero.com

This program is free software; you can redistribute it and/or modify it under the terms of the GNU General Public
License as published by the Free Software Foundation; either version 2 of the License, or (at your option) any later
version.

This program is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without even the implied
warranty of MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE.  See the GNU General Public License for more details.

Any non-GPL usage of this software or parts of this software is strictly forbidden.

The "appropriate copyright message" mentioned in section 2c of the GPLv2 must read:
"Code from FAAD2 is copyright (c) Nero AG, www.nero.com"

Commercial non-GPL licensing of this software is possible.
For more info contact Nero AG through Mpeg4AAClicense@nero.com.

(Of the choice that this gives, qal takes version 3. The message above is a notice that section 7b of that version
lets an author require, and qal prints it here.)`

const xiph = (years: string) => bsd(`Copyright (c) ${years} Xiph.Org Foundation`)
const lame = `LAME is free software under the GNU Library General Public License, version 2 or later; see https://lame.sourceforge.io.
Copyright (c) 1999-2017 the LAME Project. Section 3 of that licence lets it be distributed under the GNU General Public
License, which is how qal distributes it.`
const mpg123 = `mpg123 is free software under the GNU Lesser General Public License, version 2.1; see https://mpg123.org.
Copyright (c) 1995-2023 by Michael Hipp and others. Section 3 of that licence lets it be distributed under the GNU
General Public License of version 2 or any later, which is how qal distributes it.`
const espeak = `eSpeak NG, with its voices and dictionaries, is free software under the GNU General Public License, version 3 or (at your
option) any later version. Copyright (C) 2005-2014 Jonathan Duddington, 2015-2017 Reece H. Dunn, and contributors.`

const ffmpeg = `FFmpeg's libavcodec and libavutil are free software under the GNU Lesser General Public License, version 2.1 or (at your
option) any later version; see https://ffmpeg.org. Copyright (c) 2000-2026 the FFmpeg developers. Section 3 of that
licence lets it be distributed under the GNU General Public License, which is how qal distributes it.`
const libheif = `libheif and libde265 are free software under the GNU Lesser General Public License, version 3 or (at your
option) any later version; their sources are at https://github.com/strukturag. Copyright (c) 2013-2026 struktur AG, Dirk
Farin and the contributors of both.`
const libopus =
  bsd(`Copyright (c) 2001-2023 Xiph.Org, Skype Limited, Octasic, Jean-Marc Valin, Timothy B. Terriberry, CSIRO, Gregory Maxwell,
Mark Borgerding, Erik de Castro Lopo, Mozilla, Amazon`)

/** What PDFium is linked with; each is under a permissive licence that names its holders. */
const pdfium = `${bsd("Copyright 2014 The PDFium Authors. All rights reserved.")}

Parts are under the Apache License 2.0. It is linked with Abseil (Apache-2.0), the Anti-Grain Geometry 2.3 (its own
permissive licence, Maxim Shemanarev), FreeType (FreeType Licence: portions of this software are copyright (c) 1996-2024
The FreeType Project, www.freetype.org), HarfBuzz and ICU (MIT, Unicode-3.0), Little CMS (MIT), libjpeg-turbo (IJG,
BSD-3-Clause: this software is based in part on the work of the Independent JPEG Group), OpenJPEG (BSD-2-Clause) and zlib
(Zlib).`

const bun = `Bun itself is MIT-licensed. Copyright (c) the Bun authors (Oven). It links JavaScriptCore and WebKit's WTF, which are
LGPL-2.0-or-later and BSD-2-Clause, statically; its sources are at https://github.com/oven-sh/bun and
https://github.com/oven-sh/WebKit, and "docs/project/license" there tells how to relink it. It also links BoringSSL
(Apache-2.0, ISC), brotli (MIT), c-ares (MIT), libarchive (BSD), libdeflate (MIT), lol-html (BSD-3-Clause), ls-hpack
(MIT), mimalloc (MIT), picohttpparser (MIT), simdutf (Apache-2.0), SQLite (public domain), TinyCC (LGPL-2.1), uWebSockets
(Apache-2.0), zlib-ng (Zlib), and zstd (BSD-3-Clause).

${mit("the Bun authors")}`

/** What the native library of models is linked with, as its own build files name it. */
const sherpa = `ONNX Runtime (MIT), Copyright (c) Microsoft Corporation. Linked with it: kaldi-native-fbank, kaldi-decoder, kaldifst,
OpenFst and simple-sentencepiece (Apache-2.0), Eigen (MPL-2.0), JSON for Modern C++, piper-phonemize and KISS FFT (MIT,
BSD-3-Clause), hclust-cpp (BSD-2-Clause), and eSpeak NG (GPL-3.0-or-later). ${espeak}

${mit("Microsoft Corporation")}`

const notice = (name: string, licence: string, text: string): Notice => ({ name, version: "", licence, text })

/** By the package that carries them; under the empty name what comes with no package. */
export const inside: Readonly<Record<string, ReadonlyArray<Notice>>> = {
  "": [notice("Bun", "MIT AND LGPL-2.0-or-later", bun)],
  "@audio/decode-aac": [
    notice("FAAD2", "GPL-2.0-or-later", faad2),
    notice("Apple Lossless decoder", "Apache-2.0", "A port of Apple's reference decoder. Copyright (c) 2011 Apple Inc.")
  ],
  "@echogarden/espeak-ng-emscripten": [notice("eSpeak NG", "GPL-3.0-or-later", espeak)],
  "@echogarden/sonic-wasm": [notice("Sonic", "Apache-2.0", "Copyright 2010-2024 Bill Cox.")],
  "@echogarden/speex-resampler-wasm": [notice("SpeexDSP", "BSD-3-Clause", xiph("2002-2008"))],
  "@hyzyla/pdfium": [notice("PDFium", "BSD-3-Clause AND Apache-2.0", pdfium)],
  "@mediabunny/aac-encoder": [notice("FFmpeg (encoder of AAC)", "LGPL-2.1-or-later", ffmpeg)],
  "@mediabunny/flac-encoder": [notice("libFLAC (encoder)", "BSD-3-Clause", xiph("2000-2009 Josh Coalson, 2011-2026"))],
  "@wasm-audio-decoders/flac": [notice("libFLAC", "BSD-3-Clause", xiph("2000-2009 Josh Coalson, 2011-2023"))],
  "@wasm-audio-decoders/ogg-vorbis": [
    notice("libogg", "BSD-3-Clause", xiph("2002-2020")),
    notice("libvorbis", "BSD-3-Clause", xiph("2002-2020"))
  ],
  "libheif-js": [notice("libheif and libde265", "LGPL-3.0-or-later", libheif)],
  opusscript: [notice("libopus (encoder)", "BSD-3-Clause", libopus)],
  "mpg123-decoder": [notice("mpg123", "LGPL-2.1-only", mpg123)],
  ...Object.fromEntries(
    ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win-x64"].map((system) => [
      `sherpa-onnx-${system}`,
      [
        notice(
          "ONNX Runtime, and what is linked with it",
          "MIT AND Apache-2.0 AND MPL-2.0 AND GPL-3.0-or-later",
          sherpa
        )
      ]
    ])
  ),
  "wasm-media-encoders": [
    notice("LAME", "LGPL-2.0-or-later", lame),
    notice("libvorbis and libogg (encoder)", "BSD-3-Clause", xiph("2002-2020"))
  ]
}
