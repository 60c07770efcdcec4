import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Segmented } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureOf } from '@/api/failures';
import { detailAddress, riskColumns, sortedLines } from '@/features/risk/columns';
import { fetchRisks } from '@/features/risk/riskCalls';
import { DataTable, type TableSort } from '@/grid/DataTable';
import { useSettings } from '@/session/settingsStore';
import { riskTexts } from '@contract/features/risk/riskTexts';
import { mostRiskUnits, type UnitRiskLine } from '@contract/features/risk/riskWire';
import { type UnitRiskClass, unitRiskClasses } from '@contract/features/risk/unitRisk';
import styles from '@/features/risk/risk.module.css';

const keyOf = ({ unit }: UnitRiskLine): number => unit;
type Class = UnitRiskClass | 'all' | 'missing';

/** 风险: each unit by its newest project with approved records. */
export default function RiskPage() {
  const navigate = useNavigate();
  const size = useSettings((settings) => settings.size);
  const [keyword, setKeyword] = useState('');
  const [only, setOnly] = useState<Class>('all');
  const [exceeding, setExceeding] = useState(false);
  const [sort, setSort] = useState<TableSort | null>(null);
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['risk', keyword],
    queryFn: ({ signal }) => fetchRisks(keyword, signal),
    retry: false,
  });
  const all = data?.content ?? [];
  const rows = sortedLines(
    all.filter(
      (line) => (only === 'all' || (line.risk.class ?? 'missing') === only) && (!exceeding || line.exceeding > 0),
    ),
    sort,
  );
  const narrowed = keyword !== '' || only !== 'all' || exceeding;
  return (
    <section className={styles.page} aria-label="风险">
      <div className={styles.bar}>
        <Input.Search
          allowClear
          placeholder="单位名称"
          aria-label="单位名称"
          style={{ width: 240 }}
          onSearch={(text) => setKeyword(text.trim())}
        />
        <Segmented<Class>
          aria-label="风险等级"
          value={only}
          onChange={setOnly}
          options={[
            { value: 'all', label: '全部' },
            ...[...unitRiskClasses].reverse().map(({ value, label }) => ({ value, label })),
            { value: 'missing', label: '待补充' },
          ]}
        />
        <Checkbox checked={exceeding} onChange={(event) => setExceeding(event.target.checked)}>
          只看有不符合岗位的
        </Checkbox>
        <Button className={styles.end ?? ''} loading={isFetching && !isPending} onClick={() => void refetch()}>
          刷新
        </Button>
      </div>
      <p className={styles.quiet}>
        {data ? `共 ${rows.length} 家` : ''}　{riskTexts.source}
        {data && data.totalElements > data.content.length && (
          <b>　{riskTexts.cut(mostRiskUnits, data.totalElements)}</b>
        )}
      </p>
      <div className={styles.fill}>
        <DataTable<UnitRiskLine>
          label="受检单位风险"
          rows={rows}
          rowKey={keyOf}
          columns={riskColumns}
          height="100%"
          density={size}
          loading={isPending || isFetching}
          sort={sort}
          onSort={setSort}
          onOpen={(line) => void navigate(detailAddress(line))}
          error={
            error ? (
              <>
                {failureOf(error).message}　
                <Button size="small" onClick={() => void refetch()}>
                  重试
                </Button>
              </>
            ) : undefined
          }
          empty={narrowed ? '没有符合条件的单位' : riskTexts.empty}
        />
      </div>
    </section>
  );
}
