import type { Faker } from "@faker-js/faker";
import { memoize } from "../words/memoize.js";
import { nameWords } from "../words/name-words.js";
import { wordTable } from "../words/word-list.js";
import type { Person } from "./fake-data.js";
import { lookUpName } from "./look-up-name.js";
import { dateText, instantText, momentFor } from "./moment.js";
import type { Random } from "./random.js";
import { DIGITS, LETTERS, word, words } from "./words.js";

/** The data that a hint uses. Faker is loaded when it is first called. */
export interface HintSource {
  readonly random: Random;
  readonly now: number;
  readonly name: string;
  /** True for a short text, or one with a pattern: `DE` instead of `Germany`. */
  readonly isCode: boolean;
  /** The name of the object that has the property. */
  readonly owner: string;
  faker(): Faker;
  person(): Person;
}

/** Creates a text for a property with a certain name. */
type TextHint = (source: HintSource) => string;

const HEX = "0123456789abcdef";

const slug: TextHint = ({ random }) => `${word(random)}-${word(random)}`;
const url: TextHint = (source) =>
  /avatar|image|picture|photo|icon|logo|thumbnail|cover/i.test(`${source.name} ${source.owner}`)
    ? image(source)
    : `https://example.com/${slug(source)}`;
const image: TextHint = (source) => `https://example.com/images/${slug(source)}.png`;
const token: TextHint = ({ random }) => random.text(24, LETTERS + DIGITS);
const key: TextHint = ({ random }) => random.text(1, LETTERS) + random.text(15, LETTERS + DIGITS);
const sentence: TextHint = (source) => source.faker().lorem.sentence();
const paragraph: TextHint = (source) => source.faker().lorem.sentences(2);
const title: TextHint = ({ random }) => {
  const text = words(random, 2);
  return text.charAt(0).toUpperCase() + text.slice(1);
};
const instant: TextHint = ({ name, now, random }) => instantText(momentFor(name, now, random));
const month: TextHint = (source) => date(source).slice(0, 7);
const date: TextHint = ({ name, now, random }) => dateText(momentFor(name, now, random));
const fullName: TextHint = (source) => `${source.person().firstName} ${source.person().lastName}`;
const firstName: TextHint = (source) => source.person().firstName;
const lastName: TextHint = (source) => source.person().lastName;
const username: TextHint = (source) => source.person().username;
const email: TextHint = (source) => source.person().email;
const product: TextHint = (source) => source.faker().commerce.productName();
const company: TextHint = (source) => source.faker().company.name();
const city: TextHint = (source) => source.faker().location.city();
const country: TextHint = (source) =>
  source.isCode ? source.faker().location.countryCode() : source.faker().location.country();
const state: TextHint = (source) => source.faker().location.state({ abbreviated: source.isCode });
const stateOrStatus: TextHint = (source) =>
  /address|location|customer|contact|place|city/i.test(source.owner) ? state(source) : "active";
const street: TextHint = (source) => source.faker().location.streetAddress();
const host: TextHint = ({ random }) => `${word(random)}.example.com`;
const ipv4: TextHint = ({ random }) => `192.0.2.${random.integer(1, 254)}`;
const ipv6: TextHint = ({ random }) => `2001:db8::${random.integer(1, 9)}${random.text(3, HEX)}`;
const cidr: TextHint = ({ random }) => `10.${random.integer(0, 255)}.${random.integer(0, 255)}.0/24`;
// Locally administered, so no real device has this address.
const mac: TextHint = ({ random }) => `02${Array.from({ length: 5 }, () => `:${random.text(2, HEX)}`).join("")}`;
const file: TextHint = (source) => `${slug(source)}.pdf`;
const decimal: TextHint = ({ random }) => (random.integer(100, 20_000) / 100).toFixed(2);
const uuid: TextHint = ({ random }) => uuidText(random);
const phone: TextHint = ({ random }) => `+1${random.integer(201, 989)}555${random.text(4, DIGITS)}`;

/** The type of an object, from the name of its schema: `shipping_address`, and `list` for a list. */
const objectType: TextHint = ({ name, owner, random }) => {
  const all = nameWords(owner);
  const own = all.filter((part, at) => at === 0 || at < all.length - 1 || !SCHEMA_SUFFIXES.has(part));
  if (name !== "object" || own.length === 0) return words(random, 2);
  return own.at(-1) === "list" ? "list" : own.join("_");
};
const SCHEMA_SUFFIXES = new Set("response dto object output schema model resource entity mini".split(" "));

/** Hints for `name`, by its owner: a user gets a person's name, a product a product's name. */
const NAME_OF: ReadonlyMap<string, TextHint> = wordTable<TextHint>([
  [
    fullName,
    `user person people author customer contact member employee owner creator player artist student teacher guest recipient sender assignee patient driver profile signer account clerk staff colleague manager nurse doctor trainer coach instructor volunteer tenant resident participant attendee passenger seller buyer reader mechanic technician therapist dentist lawyer dispatcher operator supervisor analyst consultant carer tutor referee visitor`,
  ],
  [product, "product item article variant part component"],
  [company, "company organization organisation vendor supplier merchant publisher brand"],
  [city, "city"],
  [country, "country"],
  [state, "state region"],
  [file, "file attachment document"],
  [host, "host domain"],
]);

/** The hint of the last word of an owner's name that has one: `user` in `CreateUserRequest`. */
const namesOf = memoize((owner) =>
  nameWords(owner)
    .toReversed()
    .map((part) => lookUpName(NAME_OF, part))
    .find((hint) => hint !== undefined),
);

/** A name for the owner. The property's name contains the owner of `companyName`. The owner of `name` is its object. */
const name: TextHint = (source) => {
  const own = nameWords(source.name)
    .slice(0, -1)
    .filter((part) => part !== "display" && part !== "full");
  return (namesOf(own.length > 0 ? own.join(" ") : source.owner) ?? title)(source);
};

const handle: TextHint = (source) => (namesOf(source.owner) === fullName ? username : slug)(source);

const TEXT_HINTS: ReadonlyMap<string, TextHint> = wordTable<TextHint>([
  [name, "name displayname"],
  [fullName, "fullname realname contactname author owner reviewer cardholder verifiedname holdername"],
  [username, "by username login nickname"],
  [firstName, "firstname givenname forename"],
  [lastName, "lastname familyname surname"],
  [handle, "handle"],
  [email, "email emailaddress mail"],
  [phone, "phone phonenumber mobile telephone fax tel"],
  [title, "title label subject headline caption heading"],
  [sentence, "description summary message comment note reason detail error errormessage subtitle text"],
  [paragraph, "body content bio biography about"],
  [url, "url uri link href website homepage webhook callback redirecturi endpoint"],
  [
    image,
    `avatar image picture photo thumbnail icon logo avatarurl imageurl thumbnailurl iconurl logourl pictureurl photourl`,
  ],
  [country, "country countryname"],
  [(source) => source.faker().location.countryCode(), "countrycode"],
  [city, "city town"],
  [stateOrStatus, "state"],
  [() => "active", "status"],
  [state, "province region county"],
  [street, "street streetaddress address addressline1 address1 line1"],
  [({ random }) => `Apt. ${random.integer(1, 40)}`, "line2 address2 addressline2"],
  [({ random }) => random.text(4, DIGITS), "last4"],
  [({ random }) => random.text(13, DIGITS), "barcode ean"],
  [({ random }) => random.text(12, DIGITS), "upc"],
  [({ random }) => random.text(6, "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"), "code"],
  [({ random }) => random.text(5, DIGITS), "zip zipcode postcode postalcode"],
  [
    ({ random }) => random.pick(["UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Sydney"]),
    "timezone",
  ],
  [({ random }) => `FREQ=${random.pick(["DAILY", "WEEKLY", "MONTHLY"])}`, "rrule"],
  [({ random }) => `${random.integer(0, 59)} ${random.integer(0, 23)} * * *`, "cron cronexpression cronschedule"],
  [({ random }) => random.pick(["en-US", "en-GB", "de-DE", "fr-FR", "es-ES"]), "locale"],
  [({ random }) => random.pick(["en", "de", "fr", "es", "ja"]), "language lang"],
  [({ random }) => random.pick(["USD", "EUR", "GBP", "JPY", "CHF"]), "currency currencycode"],
  [company, "company companyname organization organisation publisher brand vendor employer"],
  [(source) => source.faker().person.jobTitle(), "jobtitle occupation"],
  [(source) => source.faker().commerce.department(), "department category"],
  [product, "product productname"],
  [({ random }) => random.pick(["Drama", "Adventure", "History", "Science", "Poetry", "Travel"]), "genre"],
  [(source) => source.faker().commerce.productMaterial(), "material"],
  [({ random }) => `#${random.text(6, HEX)}`, "color colour hexcolor"],
  [({ random }) => random.pick(["female", "male", "other"]), "gender"],
  [slug, "slug permalink"],
  [objectType, "object"],
  [({ random }) => word(random), "tag keyword"],
  [({ random }) => `${random.text(3, "ABCDEFGHJKLMNPQRSTUVWXYZ")}-${random.text(5, DIGITS)}`, "sku"],
  [({ random }) => isbn13(random), "isbn"],
  [(source) => source.faker().finance.iban(), "iban"],
  [(source) => source.faker().finance.bic(), "bic swift"],
  [decimal, "price amount total cost balance decimal money"],
  [({ random }) => `${random.integer(1, 5)}.${random.integer(0, 12)}.${random.integer(0, 20)}`, "version semver"],
  [key, "id gid sid uid key"],
  [uuid, "uuid guid"],
  [token, "token secret apikey accesstoken refreshtoken cursor"],
  [({ random }) => random.text(40, HEX), "hash sha checksum"],
  [({ random }) => `"${random.text(16, HEX)}"`, "etag"],
  [ipv4, "ip ipaddress ipv4 ipv4address"],
  [ipv6, "ipv6 ipv6address"],
  [cidr, "cidr cidrblock iprange subnet ipv4cidr"],
  [mac, "mac macaddress macaddr"],
  [host, "hostname host domain domainname"],
  [({ random }) => String(random.integer(1024, 49_151)), "port"],
  [(source) => `/${slug(source)}`, "path"],
  [file, "file filename"],
  [({ random }) => random.pick(["image/png", "application/pdf", "text/plain"]), "mimetype contenttype mediatype"],
  [({ random }) => `Mozilla/5.0 (X11; Linux x86_64; rv:${random.integer(100, 140)}.0) Gecko/20100101`, "useragent"],
  [month, "month"],
  [date, "date day birthday birthdate dateofbirth dob"],
  [instant, "time datetime timestamp created updated modified at"],
]);

const textHints = memoize((hintName) => lookUpName(TEXT_HINTS, hintName));

/** The hint for the name of a property or format. `undefined` if there is none. */
export function textHint(hintName: string): TextHint | undefined {
  return textHints(hintName);
}

/** A random UUID (RFC 9562, version 4). */
export function uuidText(random: Random): string {
  const tail = `${random.pick("89ab")}${random.text(3, HEX)}-${random.text(12, HEX)}`;
  return `${random.text(8, HEX)}-${random.text(4, HEX)}-4${random.text(3, HEX)}-${tail}`;
}

function isbn13(random: Random): string {
  const digits = `978${random.text(9, DIGITS)}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
