/** The parts of a place that searches are made of and judged by. */
export interface NamedPlace {
  readonly name: string;
  readonly address?: {
    readonly city?: string;
    readonly district?: string;
    readonly street?: string;
    readonly number?: string;
  };
  readonly categories?: readonly { readonly name: string; readonly subcategory?: { readonly name: string } }[];
}
