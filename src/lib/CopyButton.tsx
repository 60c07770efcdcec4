import { useEffect, useState } from 'react';

/** Over plain http, where the clipboard's own call does not exist, the old command still works. */
async function copy(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

/** Copies a text that people are asked to pass on. */
export function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 3_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const onClick = () => void copy(text).then(() => setCopied(true), () => undefined);
  return (
    <button type="button" onClick={onClick} style={{ padding: '0 4px', border: 0, background: 'none', color: 'var(--primary-ink)', font: 'inherit', cursor: 'pointer' }}>
      {copied ? '已复制' : '复制'}
    </button>
  );
}
