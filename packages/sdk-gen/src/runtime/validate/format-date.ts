/** RFC 3339, section 5.6; between date and time a space will do. */
export function isDateTime(text: string, zoned: boolean): boolean {
  const [date = "", time = "", ...more] = text.split(/[t\s]/i);
  return more.length === 0 && isDate(date) && isTime(time, zoned);
}

export function isDate(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number);
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

/** A leap second only where it is 23:59:60 in UTC. @param zoned must it say its time zone? */
export function isTime(text: string, zoned: boolean): boolean {
  const match = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(z|([+-])(\d\d)(?::?(\d\d))?)?$/i.exec(text);
  if (!match || (zoned && !match[4])) return false;
  const [hour, minute, second, zoneHour, zoneMinute] = [1, 2, 3, 6, 7].map((at) => Number(match[at] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  if (zoneHour > 23 || zoneMinute > 59) return false;
  if (hour <= 23 && minute <= 59 && second < 60) return true;
  const sign = match[5] === "-" ? -1 : 1;
  const utcMinute = minute - zoneMinute * sign;
  const utcHour = hour - zoneHour * sign - (utcMinute < 0 ? 1 : 0);
  return (utcHour === 23 || utcHour === -1) && (utcMinute === 59 || utcMinute === -1) && second < 61;
}
