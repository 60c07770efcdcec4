import { ArchivePage } from '@/features/archive/ArchivePage';
import { ControlChart } from '@/features/laboratory/checks/ControlChart';

export default function ArchiveDetail() {
  return <ArchivePage title="质控归档" Chart={ControlChart} />;
}
