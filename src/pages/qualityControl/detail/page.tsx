import { ControlChart } from '@/methods/checks/ControlChart';
import { ArchivePage } from '@/projects/archive/ArchivePage';

export default function ArchiveDetail() {
  return <ArchivePage title="质控归档" Chart={ControlChart} />;
}
