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
  return /^\d{4}-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.slice(0, 10) === text;
}

const TIME = /^([01]\d|2[0-3]):([0-5]\d):(?:[0-5]\d|(60))(?:\.\d+)?(?:(z)|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)?$/i;

/** Accepts a leap second only at 23:59:60 UTC. @param zoned requires a time zone */
function isTime(text: string, zoned: boolean): boolean {
  const [match, hour, minute, leap, utc, sign, zoneHour = 0, zoneMinute = 0] = TIME.exec(text) ?? [];
  if (match === undefined || (zoned && !utc && !sign)) return false;
  const offset = Number(`${sign ?? ""}1`) * (Number(zoneHour) * 60 + Number(zoneMinute));
  return !leap || (Number(hour) * 60 + Number(minute) - offset + 1440) % 1440 === 1439;
}
