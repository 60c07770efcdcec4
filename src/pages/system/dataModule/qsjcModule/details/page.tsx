import { TemplateDetails } from '@/features/library/templates/TemplateDetails';
import { kind } from '@/features/library/templates/qsjcModule';

export default function QsjcModuleDetailsPage() {
  return <TemplateDetails kind={kind} />;
}
