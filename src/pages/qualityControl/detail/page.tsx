import { ArchivePage } from '@/features/archive/ArchivePage';
import { ControlChart } from '@/features/laboratory/checks/ControlChart';

/** 质控归档: archive of a project. */
export default function ArchiveDetail() {
  return <ArchivePage title="质控归档" Chart={ControlChart} />;
}
