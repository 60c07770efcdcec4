import { useEffect, useState } from 'react';
import { fetchOptions } from '@/api/options';
import { succeeded } from '@/api/succeeded';
import { RefsInput } from '@/fields/referenceInputs';
import { PageModal } from '@/session/overlays';
import { sampleSiteHazard } from '@contract/features/fieldwork/entities/sampleSiteHazard';

interface EditedPlanRow {
  readonly key: string;
  readonly values: Readonly<Record<string, unknown>>;
}

interface SharedCollectorDialogProps {
  readonly row: EditedPlanRow | undefined;
  readonly onClose: () => void;
  readonly onChosen: (ids: number[], names: string[]) => void;
}

/** Chooses hazards collected by the same collector. They are written to the sheet and saved with it. */
export function SharedCollectorDialog({ row, onClose, onChosen }: SharedCollectorDialogProps) {
  const [ids, setIds] = useState<number[]>([]);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (row) setIds([...((row.values.alongWith as number[] | undefined) ?? [])]);
  }, [row?.key]); // oxlint-disable-line react-hooks/exhaustive-deps
  const submit = async () => {
    const chosenIds = ids.filter((id) => id !== row?.values.hazard);
    setBusy(true);
    const work = async () => {
      const options = chosenIds.length ? await fetchOptions('hazard', { ids: chosenIds }) : [];
      onChosen(
        chosenIds,
        chosenIds.map((id) => options.find((option) => option.id === id)?.name ?? ''),
      );
    };
    if (await succeeded(work())) onClose();
    setBusy(false);
  };
  return (
    <PageModal
      open={row !== undefined}
      width={520}
      title={`${String(row?.values.hazardName ?? '')}：同管检测项目`}
      okText="保存"
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>
        与“{String(row?.values.hazardName ?? '')}
        ”用同一支采样介质采集、由同一方法检测的因素，例如苯的活性炭管同时检测甲苯、二甲苯。
      </p>
      <RefsInput
        field={sampleSiteHazard.fields.alongWith as never}
        value={ids}
        onChange={(value: number[] | null) => setIds(value ?? [])}
      />
    </PageModal>
  );
}
