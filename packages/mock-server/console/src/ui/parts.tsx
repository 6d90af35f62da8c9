import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.js";

export function Method({ name }: { readonly name: string }) {
  return <span class={`method method-${name.toLowerCase()}`}>{name}</span>;
}

export function Status({ code }: { readonly code: number }) {
  return <span class={`status status-${Math.floor(code / 100)}`}>{code}</span>;
}

/** Says that a view is empty, and what the user can do. */
export function Empty(props: {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
}) {
  return (
    <div class="empty">
      <div class="empty-mark">
        <Icon name={props.icon} />
      </div>
      <h2>{props.title}</h2>
      {props.children}
    </div>
  );
}

export function Problem({ text, retry }: { readonly text: string; readonly retry?: () => void }) {
  return (
    <div class="problem" role="alert">
      <p>{text}</p>
      {retry && (
        <button type="button" class="button" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}

const numbers = new Intl.NumberFormat("en");
export const countText = (count: number): string => numbers.format(count);

export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // The clipboard is only available to pages from HTTPS or localhost.
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}
