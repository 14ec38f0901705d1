import { useEffect, useState } from 'preact/hooks';
import { type writtenPhone } from './phone.js';

type PhoneWriter = typeof writtenPhone;

/** As the service has them. */
const plain: PhoneWriter = (digits) => ({ text: digits, uri: `tel:${digits}` });

/** What writes telephone numbers as people do, once it is loaded: it is half of the page's own script, and only places that are open need it. */
export function usePhoneWriter(): PhoneWriter {
  const [writer, setWriter] = useState<PhoneWriter>(() => plain);
  useEffect(() => {
    import('./phone.js').then(
      ({ writtenPhone }) => {
        setWriter(() => writtenPhone);
      },
      // Digits do as well.
      () => undefined,
    );
  }, []);
  return writer;
}
