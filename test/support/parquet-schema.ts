import { type SchemaElement } from 'hyparquet';

/** The elements of a column of Parquet: its own, and those of its parts. */
type Column = SchemaElement[];

const repetition_type = 'OPTIONAL';

const primitive =
  (element: Omit<SchemaElement, 'name'>) =>
  (name: string): Column => [{ name, repetition_type, ...element }];

export const text = primitive({ type: 'BYTE_ARRAY', converted_type: 'UTF8' });
export const bytes = primitive({ type: 'BYTE_ARRAY' });
export const float = primitive({ type: 'FLOAT' });
export const double = primitive({ type: 'DOUBLE' });
export const integer = primitive({ type: 'INT32' });

export function struct(name: string, ...members: Column[]): Column {
  return [{ name, repetition_type, num_children: members.length }, ...members.flat()];
}

/** @param element a column named `element` */
export function list(name: string, element: Column): Column {
  return [
    { name, repetition_type, converted_type: 'LIST', num_children: 1 },
    { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
    ...element,
  ];
}

export function textMap(name: string): Column {
  return [
    { name, repetition_type, converted_type: 'MAP', num_children: 1 },
    { name: 'key_value', repetition_type: 'REPEATED', num_children: 2 },
    { name: 'key', repetition_type: 'REQUIRED', type: 'BYTE_ARRAY', converted_type: 'UTF8' },
    ...text('value'),
  ];
}

export function table(...columns: Column[]): SchemaElement[] {
  return [{ name: 'root', num_children: columns.length }, ...columns.flat()];
}
