import { ControlChart } from '@/features/laboratory/checks/ControlChart';
import { ArchivePage } from '@/features/archive/ArchivePage';

export default function ArchiveDetail() {
  return <ArchivePage title="质控归档" Chart={ControlChart} />;
}
