import { validateXML } from 'xmllint-wasm';

/** @returns what is wrong with the documents; nothing when they are valid */
export async function validateXml(
  documents: readonly { fileName: string; contents: string }[],
  schemas: Record<'places' | 'problem', string>,
): Promise<string[]> {
  const { valid, errors } = await validateXML({
    // A name that ends with `/`, as that of `GET /`, would be a folder to xmllint.
    xml: documents.map(({ fileName, contents }, at) => ({ fileName: `${at} ${fileName}.xml`, contents })),
    schema: [{ fileName: 'places.xsd', contents: schemas.places }],
    preload: [{ fileName: 'problem.xsd', contents: schemas.problem }],
    maxMemoryPages: 4096,
  });
  return valid ? [] : errors.map(({ rawMessage }) => rawMessage);
}
