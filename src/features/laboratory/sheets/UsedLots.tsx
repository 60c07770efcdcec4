import { useQuery } from '@tanstack/react-query';
import { Empty, Skeleton } from 'antd';
import { client } from '@/api/client';
import { LotLink } from '@/features/stock/LotLink';
import type { RecordLot } from '@contract/features/stock/lotUses';
import { stockLabels } from '@contract/features/stock/stockKinds';
import { workKey } from '../useRecordPage';

/**
 * 所用批次: lots used by a record, and the lots that they were prepared from. Stock keepers get links to the lots.
 */
export function UsedLots({ sheet, version }: { readonly sheet: number; readonly version: number }) {
  const { data, isPending } = useQuery({
    queryKey: [...workKey(sheet), 'lots', version],
    queryFn: async ({ signal }) =>
      (await client.get<{ content: RecordLot[] }>(`api/labSheet/lots/${sheet}`, { signal, quiet: true })).data.content,
    retry: false,
  });
  if (isPending) return <Skeleton active />;
  if (!data) return <Empty description="所用批次加载失败，请稍后重试" />;
  if (data.length === 0) return <Empty description="还没有选用标准物质、试剂，也没有为本记录出库" />;
  return (
    <ul style={{ margin: 0, paddingInlineStart: 18, lineHeight: 2 }}>
      {data.map(({ kind, lot, role, throughLotNo }) => (
        <li key={`${kind}${lot.id}${role}${throughLotNo ?? ''}`}>
          {role}
          {throughLotNo && `（${throughLotNo}）`}：{stockLabels[kind]} <LotLink kind={kind} lot={lot} />
          {lot.validUntil && `，有效期至${lot.validUntil}`}
        </li>
      ))}
    </ul>
  );
}
