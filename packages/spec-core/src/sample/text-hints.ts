import type { Faker } from "@faker-js/faker";
import type { Person } from "./fake-data.js";
import { dateText, instantText, momentFor } from "./moment.js";
import { NameMemo } from "./name-memo.js";
import { lookUpName, nameWords } from "./name-words.js";
import type { Random } from "./random.js";
import { word, words } from "./words.js";

/** What a hint may draw on. Faker and persons are made when asked for. */
export interface HintSource {
  readonly random: Random;
  readonly now: number;
  readonly name: string;
  /** Little room, or a pattern: a code rather than a name. */
  readonly isCode: boolean;
  /** What the object around is called. */
  readonly owner: string;
  faker(): Faker;
  person(): Person;
}

type TextHint = (source: HintSource) => string;

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
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
const file: TextHint = (source) => `${slug(source)}.pdf`;
const decimal: TextHint = ({ random }) => (random.integer(100, 20_000) / 100).toFixed(2);
const uuid: TextHint = ({ random }) => uuidText(random);
const phone: TextHint = ({ random }) => `+1${random.integer(201, 989)}555${random.text(4, DIGITS)}`;

/** Names of people, products, places: what a `name` is depends on whose it is. */
const NAME_OF: Readonly<Record<string, TextHint>> = {
  user: fullName,
  person: fullName,
  people: fullName,
  author: fullName,
  customer: fullName,
  contact: fullName,
  member: fullName,
  employee: fullName,
  owner: fullName,
  creator: fullName,
  player: fullName,
  artist: fullName,
  student: fullName,
  teacher: fullName,
  guest: fullName,
  recipient: fullName,
  sender: fullName,
  assignee: fullName,
  patient: fullName,
  driver: fullName,
  profile: fullName,
  signer: fullName,
  account: fullName,
  product: product,
  item: product,
  article: product,
  variant: product,
  company: company,
  organization: company,
  organisation: company,
  vendor: company,
  supplier: company,
  merchant: company,
  publisher: company,
  brand: company,
  city: city,
  country: country,
  state: state,
  region: state,
  file: file,
  attachment: file,
  document: file,
  host: host,
  domain: host,
};

/** By any word of what it belongs to, the last first: `CreateUserRequest` is about a user. */
const namesOf = new NameMemo((owner) =>
  nameWords(owner)
    .toReversed()
    .map((part) => lookUpName(NAME_OF, part))
    .find((hint) => hint !== undefined),
);

/** `companyName` says itself what it belongs to; a `name` belongs to the object around. */
const name: TextHint = (source) => {
  const own = nameWords(source.name)
    .slice(0, -1)
    .filter((part) => part !== "display" && part !== "full");
  return (namesOf.get(own.length > 0 ? own.join(" ") : source.owner) ?? title)(source);
};

const handle: TextHint = (source) => (namesOf.get(source.owner) === fullName ? username : slug)(source);

const TEXT_HINTS: Readonly<Record<string, TextHint>> = {
  name,
  displayname: name,
  fullname: fullName,
  realname: fullName,
  contactname: fullName,
  author: fullName,
  owner: fullName,
  reviewer: fullName,
  cardholder: fullName,
  verifiedname: fullName,
  holdername: fullName,
  by: username,
  firstname: firstName,
  givenname: firstName,
  forename: firstName,
  lastname: lastName,
  familyname: lastName,
  surname: lastName,
  username,
  login: username,
  nickname: username,
  handle,
  email,
  emailaddress: email,
  mail: email,
  phone,
  phonenumber: phone,
  mobile: phone,
  telephone: phone,
  fax: phone,
  title,
  label: title,
  subject: title,
  headline: title,
  caption: title,
  heading: title,
  description: sentence,
  summary: sentence,
  message: sentence,
  comment: sentence,
  note: sentence,
  reason: sentence,
  detail: sentence,
  error: sentence,
  errormessage: sentence,
  subtitle: sentence,
  body: paragraph,
  content: paragraph,
  bio: paragraph,
  biography: paragraph,
  about: paragraph,
  text: sentence,
  url,
  uri: url,
  link: url,
  href: url,
  website: url,
  homepage: url,
  webhook: url,
  callback: url,
  redirecturi: url,
  endpoint: url,
  avatar: image,
  image: image,
  picture: image,
  photo: image,
  thumbnail: image,
  icon: image,
  logo: image,
  avatarurl: image,
  imageurl: image,
  thumbnailurl: image,
  iconurl: image,
  logourl: image,
  pictureurl: image,
  photourl: image,
  country,
  countryname: country,
  countrycode: (source) => source.faker().location.countryCode(),
  city,
  town: city,
  state: stateOrStatus,
  status: () => "active",
  province: state,
  region: state,
  county: state,
  street,
  streetaddress: street,
  address: street,
  addressline1: street,
  address1: street,
  line1: street,
  line2: ({ random }) => `Apt. ${random.integer(1, 40)}`,
  address2: ({ random }) => `Apt. ${random.integer(1, 40)}`,
  addressline2: ({ random }) => `Apt. ${random.integer(1, 40)}`,
  last4: ({ random }) => random.text(4, DIGITS),
  barcode: ({ random }) => random.text(13, DIGITS),
  ean: ({ random }) => random.text(13, DIGITS),
  upc: ({ random }) => random.text(12, DIGITS),
  code: ({ random }) => random.text(6, "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"),
  zip: ({ random }) => random.text(5, DIGITS),
  zipcode: ({ random }) => random.text(5, DIGITS),
  postcode: ({ random }) => random.text(5, DIGITS),
  postalcode: ({ random }) => random.text(5, DIGITS),
  timezone: ({ random }) => random.pick(["UTC", "Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Sydney"]),
  locale: ({ random }) => random.pick(["en-US", "en-GB", "de-DE", "fr-FR", "es-ES"]),
  language: ({ random }) => random.pick(["en", "de", "fr", "es", "ja"]),
  lang: ({ random }) => random.pick(["en", "de", "fr", "es", "ja"]),
  currency: ({ random }) => random.pick(["USD", "EUR", "GBP", "JPY", "CHF"]),
  currencycode: ({ random }) => random.pick(["USD", "EUR", "GBP", "JPY", "CHF"]),
  company,
  companyname: company,
  organization: company,
  organisation: company,
  publisher: company,
  brand: company,
  vendor: company,
  employer: company,
  jobtitle: (source) => source.faker().person.jobTitle(),
  occupation: (source) => source.faker().person.jobTitle(),
  department: (source) => source.faker().commerce.department(),
  product,
  productname: product,
  category: (source) => source.faker().commerce.department(),
  genre: ({ random }) => random.pick(["Drama", "Adventure", "History", "Science", "Poetry", "Travel"]),
  material: (source) => source.faker().commerce.productMaterial(),
  color: ({ random }) => `#${random.text(6, HEX)}`,
  colour: ({ random }) => `#${random.text(6, HEX)}`,
  hexcolor: ({ random }) => `#${random.text(6, HEX)}`,
  gender: ({ random }) => random.pick(["female", "male", "other"]),
  slug,
  permalink: slug,
  tag: ({ random }) => word(random),
  keyword: ({ random }) => word(random),
  sku: ({ random }) => `${random.text(3, "ABCDEFGHJKLMNPQRSTUVWXYZ")}-${random.text(5, DIGITS)}`,
  isbn: ({ random }) => isbn13(random),
  iban: (source) => source.faker().finance.iban(),
  bic: (source) => source.faker().finance.bic(),
  swift: (source) => source.faker().finance.bic(),
  price: decimal,
  amount: decimal,
  total: decimal,
  cost: decimal,
  balance: decimal,
  decimal,
  money: decimal,
  version: ({ random }) => `${random.integer(1, 5)}.${random.integer(0, 12)}.${random.integer(0, 20)}`,
  semver: ({ random }) => `${random.integer(1, 5)}.${random.integer(0, 12)}.${random.integer(0, 20)}`,
  id: key,
  gid: key,
  sid: key,
  uid: key,
  key,
  uuid,
  guid: uuid,
  token,
  secret: token,
  apikey: token,
  accesstoken: token,
  refreshtoken: token,
  cursor: token,
  hash: ({ random }) => random.text(40, HEX),
  sha: ({ random }) => random.text(40, HEX),
  checksum: ({ random }) => random.text(40, HEX),
  etag: ({ random }) => `"${random.text(16, HEX)}"`,
  ip: ipv4,
  ipaddress: ipv4,
  hostname: host,
  host,
  domain: host,
  domainname: host,
  port: ({ random }) => String(random.integer(1024, 49_151)),
  path: (source) => `/${slug(source)}`,
  file,
  filename: file,
  mimetype: ({ random }) => random.pick(["image/png", "application/pdf", "text/plain"]),
  contenttype: ({ random }) => random.pick(["image/png", "application/pdf", "text/plain"]),
  mediatype: ({ random }) => random.pick(["image/png", "application/pdf", "text/plain"]),
  useragent: ({ random }) => `Mozilla/5.0 (X11; Linux x86_64; rv:${random.integer(100, 140)}.0) Gecko/20100101`,
  date,
  day: date,
  birthday: date,
  birthdate: date,
  dateofbirth: date,
  dob: date,
  time: instant,
  datetime: instant,
  timestamp: instant,
  created: instant,
  updated: instant,
  modified: instant,
  at: instant,
};

const textHints = new NameMemo((hintName) => lookUpName(TEXT_HINTS, hintName));

/** A text as the name of its property suggests; `undefined` when the name says nothing. */
export function textHint(hintName: string): TextHint | undefined {
  return textHints.get(hintName);
}

/** RFC 9562, version 4. */
export function uuidText(random: Random): string {
  const tail = `${random.pick("89ab")}${random.text(3, HEX)}-${random.text(12, HEX)}`;
  return `${random.text(8, HEX)}-${random.text(4, HEX)}-4${random.text(3, HEX)}-${tail}`;
}

function isbn13(random: Random): string {
  const digits = `978${random.text(9, DIGITS)}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
