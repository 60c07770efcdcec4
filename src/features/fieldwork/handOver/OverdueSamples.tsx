import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { client } from '@/api/client';
import { DictCell } from '@/fields';
import { usePageActive } from '@/session/tabs/pageState';
import type { SheetSample } from '@contract/features/fieldwork/handOver/handOverSheet';
import styles from './sampleFlow.module.css';

interface OverdueSample extends SheetSample {
  readonly project: number;
  readonly projectCode: string | null;
}

const maxShown = 5;

/** DOMAIN §1.11: lists samples past their storage time, above everything else. */
export function OverdueSamples() {
  const isActive = usePageActive();
  const navigate = useNavigate();
  const [showsAll, setShowsAll] = useState(false);
  const { data } = useQuery({
    queryKey: ['handOver', 'overdue', isActive],
    queryFn: async ({ signal }) =>
      (await client.get<{ content: OverdueSample[] }>('api/handOver/overdue', { signal, quiet: true })).data.content,
    enabled: isActive,
    retry: false,
  });
  if (!data?.length) return null;
  return (
    <Alert
      type="error"
      showIcon
      className={styles.overdue ?? ''}
      title={`${data.length}个样品超过保存期限，请尽快检测或作废重采`}
      description={
        <>
          <ul className={styles.late}>
            {(showsAll ? data : data.slice(0, maxShown)).map((sample) => (
              <li key={sample.id}>
                <button
                  type="button"
                  className={styles.link}
                  onClick={() => void navigate(`/siteSample/sampleFlow/details/page?belongProject=${sample.project}`)}
                >
                  {sample.sampleNo}
                </button>
                <span>{sample.hazardName}</span>
                <DictCell dict="sampleState" value={sample.state} />
                <span>保存截止 {sample.keepUntil}</span>
              </li>
            ))}
          </ul>
          {data.length > maxShown && (
            <Button type="link" size="small" onClick={() => setShowsAll(!showsAll)}>
              {showsAll ? '收起' : `全部${data.length}个`}
            </Button>
          )}
        </>
      }
    />
  );
}
