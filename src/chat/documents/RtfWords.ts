/** What RTF's control words mean, as far as text is concerned. */

/** Groups that hold no text of the document. Those marked `\*` are passed over too, unless they are known. */
export const SILENT = new Set([
  "colortbl",
  "datastore",
  "filetbl",
  "footer",
  "footerf",
  "footerl",
  "footerr",
  "generator",
  "header",
  "headerf",
  "headerl",
  "headerr",
  "info",
  "listoverridetable",
  "listtable",
  "nonshppict",
  "object",
  "pict",
  "private",
  "revtbl",
  "rsidtbl",
  "themedata",
  "xmlnstbl"
])

/** What single control words say. */
export const SPOKEN: Readonly<Record<string, string>> = {
  tab: "\t",
  line: "\n",
  emdash: "\u2014",
  endash: "\u2013",
  emspace: "\u2003",
  enspace: "\u2002",
  bullet: "\u2022",
  lquote: "\u2018",
  rquote: "\u2019",
  ldblquote: "\u201c",
  rdblquote: "\u201d",
  zwj: "\u200d",
  zwnj: "\u200c",
  ltrmark: "\u200e",
  rtlmark: "\u200f",
  "~": "\u00a0",
  _: "\u2011"
}

/** Encodings by `\fcharset`; the others follow the document's code page. */
export const CHARSETS: Readonly<Record<number, string>> = {
  77: "macintosh",
  128: "shift_jis",
  129: "euc-kr",
  134: "gbk",
  136: "big5",
  161: "windows-1253",
  162: "windows-1254",
  163: "windows-1258",
  177: "windows-1255",
  178: "windows-1256",
  186: "windows-1257",
  204: "windows-1251",
  222: "windows-874",
  238: "windows-1250"
}

const CODE_PAGES: Readonly<Record<number, string>> = {
  866: "ibm866",
  874: "windows-874",
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  10000: "macintosh",
  65001: "utf-8"
}

/** The encoding of a Windows code page, by its name in the Encoding Standard. */
export const encodingOfPage = (page: number): string =>
  CODE_PAGES[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : "windows-1252")
