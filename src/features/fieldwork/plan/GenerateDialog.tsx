import { Checkbox } from 'antd';
import { useEffect, useState } from 'react';
import { succeeded } from '@/api/succeeded';
import { PageModal } from '@/session/overlays';
import { type Mode, AddOrReplaceChoice } from '../choosing/AddOrReplaceChoice';

interface GenerateDialogProps {
  readonly open: boolean;
  readonly existingCount: number;
  readonly surveyRows: number;
  readonly leastDays: number;
  readonly onClose: () => void;
  readonly onConfirm: (chosen: { mode: Mode; peaks: boolean }) => Promise<unknown>;
}

/** Explains the sources of a plan before it is generated. */
export function GenerateDialog({
  open,
  existingCount,
  surveyRows,
  leastDays,
  onClose,
  onConfirm,
}: GenerateDialogProps) {
  const [mode, setMode] = useState<Mode>('append');
  const [peaks, setPeaks] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (open) setMode('append');
  }, [open]);
  const submit = async () => {
    setBusy(true);
    if (await succeeded(onConfirm({ mode, peaks }))) onClose();
    setBusy(false);
  };
  return (
    <PageModal
      open={open}
      width={560}
      title="由调查生成方案"
      okText="生成"
      okButtonProps={{ danger: existingCount > 0 && mode === 'replace' }}
      confirmLoading={busy}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <p>按现场调查的{surveyRows}行岗位危害因素、现行接触限值和方法库生成：</p>
      <ul>
        <li>PC-TWA 个体长时间采样，PC-STEL、MAC 定点短时间采样；物理因素现场测量</li>
        <li>点数与采样对象数按 GBZ 159，采样{leastDays}天，每批至少2个空白</li>
        <li>介质、流量与时间取自方法库；同一介质、流量、地点且由同一方法检测的因素合并采样</li>
        {existingCount > 0 && <li>追加时只补充方案中还没有的因素，现有的行保持不变</li>}
      </ul>
      <Checkbox checked={peaks} onChange={(event) => setPeaks(event.target.checked)}>
        未制定 PC-STEL 的因素，另作短时间采样以评价峰接触浓度
      </Checkbox>
      <AddOrReplaceChoice present={existingCount} value={mode} onChange={setMode} />
    </PageModal>
  );
}
