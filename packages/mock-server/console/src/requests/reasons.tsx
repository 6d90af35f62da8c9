import { refusalReasons } from "./logged-request.js";

/** Shows why a request was rejected. */
export function Reasons({ status, body }: { readonly status: number; readonly body: string | undefined }) {
  if (status < 400) return null;
  const reasons = refusalReasons(status, body);
  return (
    <section class="reasons" aria-label="Why it was rejected">
      <h3>Why it was rejected</h3>
      {reasons.length === 0 && <p>The answer gives no reason; see its body.</p>}
      <ul>
        {reasons.map(({ place, message, hint }) => (
          <li key={place + message}>
            {place && <code>{place}</code>} {message}
            {hint && <span class="reason-hint">{hint}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
