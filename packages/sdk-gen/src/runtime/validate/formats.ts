/** What a format accepts. Formats that are not here are annotations only (JSON Schema 2020-12, "Vocabularies for Semantic Content"). */
export const FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  "date-time": (text) => {
    const cut = text.search(/[t\s]/i);
    return cut > 0 && isDate(text.slice(0, cut)) && isTime(text.slice(cut + 1), true);
  },
  date: isDate,
  time: (text) => isTime(text, true),
  duration: (text) => /^P(?!$)((\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?|(\d+W)?)$/.test(text),
  email: (text) =>
    /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z\d]([a-z\d-]*[a-z\d])?$/i.test(
      text,
    ),
  hostname: (text) =>
    text.length < 254 && /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*\.?$/i.test(text),
  ipv4: (text) => /^((25[0-5]|2[0-4]\d|1?\d?\d)(\.(?!$)|$)){4}$/.test(text) && !/(^|\.)0\d/.test(text),
  ipv6: isIpv6,
  uri: (text) => /^[a-z][a-z\d+.-]*:[^\s"<>\\^`{|}]*$/i.test(text) && !/%(?![\da-f]{2})/i.test(text),
  "uri-reference": (text) => /^[^\s"<>\\^`{|}]*$/.test(text) && !/%(?![\da-f]{2})/i.test(text),
  uuid: (text) => /^(urn:uuid:)?[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i.test(text),
  "json-pointer": (text) => /^(\/([^~/]|~[01])*)*$/.test(text),
  byte: (text) => text.length % 4 === 0 && /^[a-z\d+/]*={0,2}$/i.test(text),
  regex: (text) => {
    try {
      return new RegExp(text, "u") instanceof RegExp;
    } catch {
      return false;
    }
  },
};

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isDate(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month >= 1 && month <= 12 && day >= 1 && day <= (month === 2 && leap ? 29 : (DAYS[month - 1] ?? 0));
}

/** RFC 3339, section 5.6; a leap second only where it is 23:59:60 in UTC. */
function isTime(text: string, zoned: boolean): boolean {
  const match = /^(\d\d):(\d\d):(\d\d)(\.\d+)?(z|([+-])(\d\d)(?::?(\d\d))?)?$/i.exec(text);
  if (!match || (zoned && !match[5])) return false;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const offsetHour = Number(match[7] ?? 0);
  const offsetMinute = Number(match[8] ?? 0);
  if (offsetHour > 23 || offsetMinute > 59) return false;
  if (hour <= 23 && minute <= 59 && second < 60) return true;
  const sign = match[6] === "-" ? -1 : 1;
  const utcMinute = minute - offsetMinute * sign;
  const utcHour = hour - offsetHour * sign - (utcMinute < 0 ? 1 : 0);
  return (utcHour === 23 || utcHour === -1) && (utcMinute === 59 || utcMinute === -1) && second < 61;
}

function isIpv6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  let groups = 0;
  for (const [at, half] of halves.entries()) {
    const parts = half === "" ? [] : half.split(":");
    for (const [position, part] of parts.entries()) {
      const last = at === halves.length - 1 && position === parts.length - 1;
      if (last && part.includes(".")) {
        if (!FORMATS.ipv4?.(part)) return false;
        groups += 2;
      } else if (/^[\da-f]{1,4}$/i.test(part)) groups += 1;
      else return false;
    }
  }
  return halves.length === 2 ? groups < 8 : groups === 8;
}
