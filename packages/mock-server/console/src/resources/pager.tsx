import { Icon } from "../ui/icon.js";
import { countText } from "../ui/parts.js";

export interface PagerProps {
  readonly total: number;
  /** The page number, counted from 1. */
  readonly page: number;
  readonly size: number;
  readonly onPage: (page: number) => void;
}

export function Pager({ total, page, size, onPage }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / size));
  const first = (page - 1) * size + 1;
  return (
    <nav class="pager" aria-label="Pages">
      <span class="pager-range">
        {countText(Math.min(first, total))}–{countText(Math.min(page * size, total))} of {countText(total)}
      </span>
      <button
        type="button"
        class="icon-button"
        aria-label="Previous page"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <Icon name="left" />
      </button>
      <label class="pager-page">
        <span class="hidden">Page</span>
        <input
          class="input"
          inputMode="numeric"
          value={page}
          size={String(last).length}
          onChange={({ currentTarget }) => onPage(Math.min(last, Math.max(1, Number(currentTarget.value) || 1)))}
        />
        <span>of {countText(last)}</span>
      </label>
      <button
        type="button"
        class="icon-button"
        aria-label="Next page"
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
      >
        <Icon name="right" />
      </button>
    </nav>
  );
}
