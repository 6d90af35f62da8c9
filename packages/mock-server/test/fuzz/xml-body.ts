/** A value as XML, without asking a schema how: what a client may send that means no good, or knows no better. */
export function xmlBody(name: string, value: unknown): string {
  const tag = /^[A-Za-z_][\w.-]*$/.test(name) ? name : "value";
  if (Array.isArray(value)) return value.map((item) => xmlBody(tag, item)).join("");
  if (typeof value !== "object" || value === null) return `<${tag}>${escapeXml(String(value))}</${tag}>`;
  const inner = Object.entries(value).map(([key, field]) => xmlBody(key, field));
  return `<${tag}>${inner.join("")}</${tag}>`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

export const HOSTILE_XML: readonly string[] = [
  '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]><a>&lol2;</a>',
  '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
  '<!DOCTYPE a PUBLIC "-//X//EN" "http://169.254.169.254/x.dtd"><a/>',
  "<a>".repeat(5_000),
  `${"<a>".repeat(400)}x${"</a>".repeat(400)}`,
  `<a ${Array.from({ length: 1_000 }, (_, index) => `b${index}="1"`).join(" ")}/>`,
  "<a>&#0;&#xD800;&#x110000;&unknown;</a>",
  `<a>${"&amp;".repeat(2_000)}</a>`,
  "<__proto__><polluted>1</polluted></__proto__>",
  '<a xmlns:x="__proto__" x:constructor="1"><x:__proto__>1</x:__proto__></a>',
  '<a xsi:nil="true"/>',
  "<a><![CDATA[</a>]]]]><![CDATA[>]]></a>",
  "<a></b>",
  "<a b='1' b='2'/>",
  "<!--".repeat(500),
  "<?xml version='9.9' encoding='utf-7'?><a/>",
  "\ufeff\ufeff<a/>",
  `<${"a".repeat(9_000)}/>`,
];
