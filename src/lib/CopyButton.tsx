import { useEffect, useState } from 'react';
import { copyText } from './browser/copyText';

/** Button that copies a text. */
export function CopyButton({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 3_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const onClick = () =>
    void copyText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <button
      type="button"
      onClick={onClick}
      style={{
        padding: '0 4px',
        border: 0,
        background: 'none',
        color: 'var(--primary-ink)',
        font: 'inherit',
        cursor: 'pointer',
      }}
    >
      {isCopied ? '已复制' : '复制'}
    </button>
  );
}
