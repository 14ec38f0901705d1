import { useState } from 'preact/hooks';
import { Glyph, Icon } from './Icon.js';

interface Props {
  /** Absent without a picture. */
  readonly address: string | undefined;
  /** The icon in place of a picture that is absent or cannot be loaded. */
  readonly icon: string;
  readonly class: string;
}

/** The image of an address, hidden until it is loaded. None if it is absent, not allowed or cannot be loaded. */
function useImage(address: string | undefined, loading: 'lazy' | 'eager') {
  const [failed, setFailed] = useState<string>();
  const [loaded, setLoaded] = useState<string>();
  if (address === undefined || address === failed || !isAllowed(address)) return { isLoaded: false };
  const isLoaded = address === loaded;
  const image = (
    <img
      src={address}
      alt=""
      class={isLoaded ? '' : 'waiting'}
      loading={loading}
      decoding="async"
      referrerpolicy="no-referrer"
      onError={() => {
        setFailed(address);
      }}
      onLoad={() => {
        setLoaded(address);
      }}
    />
  );
  return { isLoaded, image };
}

/** A picture that says nothing that the text beside it does not say. */
export function Picture({ address, icon, class: name }: Props) {
  const { isLoaded, image } = useImage(address, 'lazy');
  return (
    <span class={`picture ${name}`}>
      {/* A picture takes its time, also to fail. */}
      {!isLoaded && <Placeholder icon={icon} />}
      {image}
    </span>
  );
}

/** A wide picture. Nothing where there is none. */
export function Banner({ address }: { address: string | undefined }) {
  const { image } = useImage(address, 'eager');
  return image ? <div class="picture banner">{image}</div> : null;
}

/** The policy of the page allows no others. */
function isAllowed(address: string): boolean {
  return /^https:/i.test(address) || address.startsWith(`${location.origin}/`);
}

/** Maki has places, not people. */
function Placeholder({ icon }: { icon: string }) {
  return icon === 'person' ? <Glyph name="person" /> : <Icon name={icon} />;
}
