import { useState } from 'preact/hooks';
import { Glyph, Icon } from './Icon.js';

interface Props {
  /** Absent without a picture. */
  readonly address: string | undefined;
  /** The icon in place of a picture that is absent or cannot be loaded. */
  readonly icon: string;
  readonly class: string;
}

/** A picture that says nothing that the text beside it does not say. */
export function Picture({ address, icon, class: name }: Props) {
  const [failed, setFailed] = useState<string>();
  const [loaded, setLoaded] = useState<string>();
  const isShown = address !== undefined && address !== failed && isAllowed(address);
  return (
    <span class={`picture ${name} ${address === undefined ? 'bare' : ''}`}>
      {/* A picture takes its time, also to fail. */}
      {(!isShown || address !== loaded) && <Placeholder icon={icon} />}
      {isShown && (
        <img
          src={address}
          alt=""
          class={address === loaded ? '' : 'waiting'}
          loading="lazy"
          decoding="async"
          referrerpolicy="no-referrer"
          onError={() => {
            setFailed(address);
          }}
          onLoad={() => {
            setLoaded(address);
          }}
        />
      )}
    </span>
  );
}

/** A wide picture. Nothing where there is none. */
export function Banner({ address }: { address: string | undefined }) {
  const [failed, setFailed] = useState<string>();
  const [loaded, setLoaded] = useState<string>();
  if (address === undefined || address === failed || !isAllowed(address)) return null;
  return (
    <div class={address === loaded ? 'picture banner' : 'picture banner waiting'}>
      <img
        src={address}
        alt=""
        decoding="async"
        referrerpolicy="no-referrer"
        onError={() => {
          setFailed(address);
        }}
        onLoad={() => {
          setLoaded(address);
        }}
      />
    </div>
  );
}

/** The policy of the page allows no others. */
function isAllowed(address: string): boolean {
  return /^https:/i.test(address) || address.startsWith(`${location.origin}/`);
}

/** Maki has places, not people. */
function Placeholder({ icon }: { icon: string }) {
  return icon === 'person' ? <Glyph name="person" /> : <Icon name={icon} />;
}
