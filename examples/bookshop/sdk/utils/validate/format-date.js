/** RFC 3339, section 5.6; between date and time a space will do. */
export function isDateTime(text, zoned) {
    return isDate(text.slice(0, 10)) && /^[t\s]$/i.test(text.charAt(10)) && isTime(text.slice(11), zoned);
}
export function isDate(text) {
    if (!/^\d{4}-\d\d-\d\d$/.test(text))
        return false;
    const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
    const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
    const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
    return month >= 1 && month <= 12 && day >= 1 && day <= days;
}
/** A leap second only where it is 23:59:60 in UTC. @param zoned must it say its time zone? */
export function isTime(text, zoned) {
    const match = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(z|([+-])(\d\d)(?::?(\d\d))?)?$/i.exec(text);
    if (!match || (zoned && !match[4]))
        return false;
    const [hour, minute, second] = [Number(match[1]), Number(match[2]), Number(match[3])];
    const [zoneHour, zoneMinute] = [Number(match[6] ?? 0), Number(match[7] ?? 0)];
    if (zoneHour > 23 || zoneMinute > 59)
        return false;
    if (hour <= 23 && minute <= 59 && second < 60)
        return true;
    const sign = match[5] === "-" ? -1 : 1;
    const utcMinute = minute - zoneMinute * sign;
    const utcHour = hour - zoneHour * sign - (utcMinute < 0 ? 1 : 0);
    return (utcHour === 23 || utcHour === -1) && (utcMinute === 59 || utcMinute === -1) && second < 61;
}
