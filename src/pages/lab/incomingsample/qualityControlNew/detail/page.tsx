import { ArchivePage } from '@/features/archive/ArchivePage';
import { ControlChart } from '@/features/laboratory/checks/ControlChart';

/** 来样质控归档: archive of a project of incoming samples. */
export default function IncomingArchiveDetail() {
  return <ArchivePage title="来样质控归档" Chart={ControlChart} />;
}
