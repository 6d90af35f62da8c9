import type { Format } from "../keyword.js";

export const dateTime: Format = {
  name: "date-time",
  said: "a date and time such as 2026-01-31T12:00:00Z",
  text: (text) => isDateTime(text, true),
};
export const isoDateTime: Format = { name: "iso-date-time", text: (text) => isDateTime(text, false) };
export const date: Format = { name: "date", said: "a date such as 2026-01-31", text: isDate };
export const time: Format = { name: "time", said: "a time such as 12:00:00Z", text: (text) => isTime(text, true) };
export const isoTime: Format = { name: "iso-time", text: (text) => isTime(text, false) };

/** RFC 3339, section 5.6. Accepts a space between date and time. */
function isDateTime(text: string, zoned: boolean): boolean {
  return isDate(text.slice(0, 10)) && /^[t\s]$/i.test(text.charAt(10)) && isTime(text.slice(11), zoned);
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

/** Accepts a leap second only at 23:59:60 UTC. @param zoned requires a time zone */
function isTime(text: string, zoned: boolean): boolean {
  const match = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(z|([+-])(\d\d)(?::?(\d\d))?)?$/i.exec(text);
  if (!match || (zoned && !match[4])) return false;
  const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const [zoneHour, zoneMinute] = [Number(match[6] ?? 0), Number(match[7] ?? 0)];
  if (zoneHour > 23 || zoneMinute > 59) return false;
  if (hour <= 23 && minute <= 59 && second < 60) return true;
  const sign = match[5] === "-" ? -1 : 1;
  const utcMinute = minute - zoneMinute * sign;
  const utcHour = hour - zoneHour * sign - (utcMinute < 0 ? 1 : 0);
  return (utcHour === 23 || utcHour === -1) && (utcMinute === 59 || utcMinute === -1) && second < 61;
}
