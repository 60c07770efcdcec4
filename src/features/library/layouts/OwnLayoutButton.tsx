import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { succeeded } from '@/api/succeeded';
import { downloadFilled, layoutCalls } from './layoutCalls';

interface OwnLayoutButtonProps {
  readonly kind: string;
  /** Method of a laboratory record; null for other papers. */
  readonly methodKind: string | null;
  /** Address of the filled file. */
  readonly url: string;
  /** Name of the file. */
  readonly title: string;
}

/** Downloads a paper in the organization's own layout; nothing where it has none. */
export function OwnLayoutButton({ kind, methodKind, url, title }: OwnLayoutButtonProps) {
  const { data } = useQuery({
    queryKey: ['ownLayouts'],
    queryFn: ({ signal }) => layoutCalls.inUse(signal),
    retry: false,
  });
  const [busy, setBusy] = useState(false);
  const hasLayout = data?.some((layout) => layout.kind === kind && [null, methodKind].includes(layout.methodKind));
  if (!hasLayout) return null;
  const save = async () => {
    setBusy(true);
    await succeeded(downloadFilled(url, {}, title));
    setBusy(false);
  };
  return (
    <Button loading={busy} onClick={() => void save()}>
      按本机构版式导出
    </Button>
  );
}
