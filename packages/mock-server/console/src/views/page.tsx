import type { ComponentChildren } from "preact";

/** A view with one column: title, introduction and content. */
export function Page(props: {
  readonly title: string;
  readonly about: ComponentChildren;
  readonly action?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  return (
    <section class="page" aria-labelledby="page-title">
      <header class="page-head">
        <div>
          <h1 id="page-title">{props.title}</h1>
          <p>{props.about}</p>
        </div>
        {props.action}
      </header>
      {props.children}
    </section>
  );
}
