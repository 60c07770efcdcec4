import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { succeeded } from '@/api/succeeded';
import { DictCell } from '@/fields';
import { feedback } from '@/lib/feedback';
import { useCan } from '@/session/useCan';
import { failedFlowTexts } from '@contract/features/fieldwork/samples/pumpFlowCheck';
import { sampleMachine } from '@contract/features/fieldwork/samples/sampleMachine';
import { permissionOfMove } from '@contract/workflow/stateMachine';
import { type AffectedSample, fetchAffected, type UseRow, usesKey, voidAgain } from './equipmentCalls';
import styles from './details.module.css';

const voidPermissions = [permissionOfMove(sampleMachine, { key: 'void' })];

interface AffectedProps {
  readonly use: UseRow;
  /** True if samples can still be voided and taken again. */
  readonly sampling: boolean;
}

/** Numbers and states of the samples that the instrument took. */
function AffectedList({ samples }: { readonly samples: readonly AffectedSample[] }) {
  if (!samples.length) return '没有已采而未作废的样品使用该仪器。';
  return (
    <ul className={styles.affected}>
      {samples.map((sample) => (
        <li key={sample.id}>
          <span className="mono">{sample.sampleNo}</span>
          <DictCell dict="sampleState" value={sample.state} />
        </li>
      ))}
    </ul>
  );
}

/** Shows a failed flow check and the samples that it invalidates. During sampling one button voids them all. */
export function AffectedSamples({ use, sampling }: AffectedProps) {
  const key = [...usesKey, 'affected', use.id, use.version];
  const { data } = useQuery({ queryKey: key, queryFn: ({ signal }) => fetchAffected(use.id, signal), retry: false });
  const queryClient = useQueryClient();
  const mayVoid = useCan(voidPermissions);
  const texts = failedFlowTexts({
    day: (use.outAt ?? '').slice(0, 10),
    deviation: use.flowDeviation,
    flowSet: use.flowSet,
    flowBefore: use.flowBefore,
    flowAfter: use.flowAfter,
  });
  const collectedSamples = (data ?? []).filter(({ state }) => state === 'collected');
  const voidThem = async () => {
    if (
      !(await feedback.confirm(
        `作废这${collectedSamples.length}个样品，并按原计划重新采样？编号保留，重采的样品使用新编号`,
        {
          danger: true,
          okText: '作废并重采',
        },
      ))
    )
      return;
    await succeeded(
      voidAgain(collectedSamples, texts.voidReason).then((message) => feedback.notify('success', message)),
    );
    await queryClient.invalidateQueries({ queryKey: key });
  };
  return (
    <Alert
      type="error"
      showIcon
      title={`${String(use.equipmentName)}：${texts.failed}`}
      description={data && <AffectedList samples={data} />}
      action={
        sampling &&
        mayVoid &&
        collectedSamples.length > 0 && (
          <Button danger size="small" onClick={() => void voidThem()}>
            作废并重采（{collectedSamples.length}个）
          </Button>
        )
      }
    />
  );
}
