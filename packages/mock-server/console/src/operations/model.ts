/** An operation in the answers of `/__mock/explain` and `/__mock/samples/{operationId}`. */
export interface ExplainedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly role: string;
  readonly reason: string;
  readonly resource?: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly use: string }[];
  readonly mock?: unknown;
}

export interface RequestSample {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary?: string;
  readonly parameters: readonly SampleParameter[];
  readonly body?: {
    readonly required: boolean;
    readonly type: string;
    readonly types: readonly string[];
    readonly sample?: unknown;
    readonly examples?: readonly NamedExample[];
  };
  readonly security: readonly (readonly SecurityScheme[])[];
  readonly statuses: readonly { readonly status: string; readonly description?: string }[];
}

export interface SampleParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly style: string;
  readonly explode: boolean;
  readonly types: readonly string[];
  readonly description?: string;
  readonly values?: readonly unknown[];
  readonly sample?: unknown;
  readonly examples?: readonly NamedExample[];
}

export interface NamedExample {
  readonly name: string;
  readonly summary?: string;
  readonly value: unknown;
}

export interface SecurityScheme {
  /** For an API key, the name of its header, parameter or cookie. For others, the name of the scheme. */
  readonly name: string;
  readonly type?: string;
  readonly in?: string;
  readonly scheme?: string;
}
