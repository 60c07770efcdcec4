import { ControlChart } from '@/methods/checks/ControlChart';
import { ArchivePage } from '@/projects/archive/ArchivePage';

export default function IncomingArchiveDetail() {
  return <ArchivePage title="来样质控归档" Chart={ControlChart} />;
}
