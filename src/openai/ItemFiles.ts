/** The files in items, in base64 or as data URLs: how they are taken out, and put back unchanged. */
import type { InputItem, InputPart } from "./ResponseItemsApi.ts"

/** The item with what `put` answers in the place of the data of each of its files, in their order. */
export const replaceFiles =
  (put: (data: string) => string) =>
  (item: InputItem): InputItem => {
    const partOf = (part: InputPart): InputPart => {
      if (part.type === "input_image") return { ...part, image_url: put(part.image_url) }
      return part.type === "input_file" ? { ...part, file_data: put(part.file_data) } : part
    }
    return "role" in item && item.type !== "function_call" && typeof item.content !== "string"
      ? { ...item, content: item.content.map(partOf) }
      : item
  }
