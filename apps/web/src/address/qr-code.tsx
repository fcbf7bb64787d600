import { encode } from 'uqr';

/** Wallets read dark on light alone, so that it is in either theme. */
export function QrCode({ text }: { readonly text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <details class="qr">
      <summary>QR code</summary>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the address" shape-rendering="crispEdges">
        <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
        <path fill="#000" d={path} />
      </svg>
    </details>
  );
}
