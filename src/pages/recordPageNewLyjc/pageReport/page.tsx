import { RecordsPage } from '@/features/records/RecordsPage';

export default function RecordPageNewLyjcReport() {
  return <RecordsPage title="来样检测记录" />;
}
