/** Books of scriptures, as the Bible Society of Ethiopia prints their names. */

/** A book: its name, then abbreviations, which may end in a stop. */
export type Books = ReadonlyArray<readonly [name: string, ...short: ReadonlyArray<string>]>

const table = (lines: string): Books =>
  lines
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", ...short] = line.trim().split("|")
      return [name, ...short] as const
    })

export const amharicBooks = table(`
  ኦሪት ዘፍጥረት
  ዘፍጥረት|ዘፍጥ|ዘፍ
  ዘጸአት|ዘፀአት|ዘጸ|ዘፀ
  ዘሌዋውያን|ዘሌ
  ዘኁልቁ|ዘኍልቍ|ዘኁ|ዘኍ
  ዘዳግም|ዘዳ
  ኢያሱ|ኢያ
  መሳፍንት|መሳ
  ሩት
  ሳሙኤል|ሳሙ
  ነገሥት|ነገስት|ነገ
  ዜና መዋዕል|ዜና
  ነህምያ|ነህ
  አስቴር|አስቴ
  ኢዮብ|ኢዮ
  መዝሙረ ዳዊት
  መዝሙር|መዝ
  መዝሙር ዘዳዊት
  ምሳሌ|ምሳ
  መክብብ|መክ
  ኢሳይያስ|ኢሳያስ|ኢሳ
  ኤርምያስ|ኤር
  ሕዝቅኤል|ሕዝ
  ዳንኤል|ዳን
  ሆሴዕ|ሆሴ
  ዘካርያስ|ዘካ
  ዕዝራ|ዕዝ
  ኢዩኤል|ኢዩ
  አሞጽ|አሞ
  አብድዩ|አብ
  ሚክያስ|ሚክ
  ዕንባቆም|ዕን|ዕንባ
  ሶፎንያስ|ሶፎ
  ሐጌ
  ቲቶ
  ፊልሞና|ፊልሞ
  ሲራክ|ሲራ
  ጦቢት|ጦቢ
  መቃብያን|መቃ
  ኩፋሌ|ኩፋ
  ሚልክያስ|ሚል
  ማቴዎስ|ማቴ
  ማርቆስ|ማር
  ሉቃስ|ሉቃ
  ዮሐንስ|ዮሐ|ዮሃ
  የሐዋርያት ሥራ|ሐዋ|የሐዋ|ሐዋ ሥራ|ሐዋ.ሥራ|ሐዋ. ሥራ|የሐዋ ሥራ|የሐዋ. ሥራ|የሐዋ.ሥራ
  ሮሜ|ሮሜ
  ሮሜ ሰዎች
  ቆሮንቶስ ሰዎች
  ገላትያ ሰዎች
  ኤፌሶን ሰዎች
  ፊልጵስዩስ ሰዎች
  ቆላስይስ ሰዎች
  ተሰሎንቄ ሰዎች
  ቆሮንቶስ|ቆሮ
  ገላትያ|ገላ
  ኤፌሶን|ኤፌ
  ፊልጵስዩስ|ፊልጵ|ፊል
  ቆላስይስ|ቆላ
  ተሰሎንቄ|ተሰ
  ጢሞቴዎስ|ጢሞ
  ዕብራውያን|ዕብ
  ያዕቆብ|ያዕ
  ጴጥሮስ|ጴጥ
  ይሁዳ
  ራእይ|ራዕይ|ራእ|ራዕ
  ወንጌል
  ቁርኣን|ቁርአን
  ቁርዓን
  ሱራ
  ሱረቱል በቀራ
  ምዕራፍ|ምዕ
`)

export const oromoBooks = table(`
  Uumama|Uma|Uum
  Seera Ba'uu
  Ba'uu|Ba'u|Bau
  Seera Lewwotaa
  Lewwota|Lew
  Lakkoobsa
  Seera Lakkoobsaa
  Seera Keessa Deebii
  Keessa Deebii|Kes
  Iyyaasuu|Iya|Iyy
  Abboota Murtii|Abo
  Abboota Firdii
  Ruut
  Saamu'el|Saamu'eel|Sam|Saam
  Mootota|Mot|Moot
  Seenaa Baraa|Sen
  Izraa
  Nahimiyaa|Neh|Nah
  Asteer
  Iyyoob|Iyo
  Faarfannaa|Far|Faar|Faarf
  Faarfannaa Daawit|Far. Daawit
  Faarfannaa Daawiit
  Fakkeenya|Fak|Fakk|Fakkeenyaa
  Lallaba|Lal
  Isaayyaas|Isa|Isaay
  Ermiyaas|Erm
  Hisqi'el|Hisqi'eel|His
  Daani'el|Daani'eel|Dan|Daan
  Hose'aa|Hos
  Yo'eel
  Amoos
  Yonaas|Yon
  Miikiyaas|Mik
  Zakkaariyaas|Zak
  Milkiyaas|Mil
  Maatewos|Mat|Maat
  Matewos
  Maatiwos
  Maatewoos
  Maarqos|Mar|Mrq|Maar
  Luqaas|Luq
  Yohaannis|Yoh
  Hojii Ergamootaa|HoE|Hoj|H/Erg|H.E
  Roomaa|Rom|Room
  Qorontos|Qor
  Galaatiyaa|Gal|Galaa
  Efesoon|Efe
  Filiphisiyus|Fil
  Qolosaayis|Qol
  Tasalonqee|Tas
  Ximootewos|Ximotewos|Xiimotewos|Xim|Tim
  Tiitoo|Tit
  Ibroota|Ibr|Ibrootaa
  Yaaqoob|Yaq|Yaaq
  Phexros|Pheexiroos|Phe|Phex
  Yihuudaa
  Mul'ata|Mul
  Qur'aana|Quraana
  Suuraa
  Al-Baqaraa|Al-Baqara
  Boqonnaa|Boq
`)
