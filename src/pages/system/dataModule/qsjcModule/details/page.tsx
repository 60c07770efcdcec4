import { monitoringTemplateKind } from '@/features/library/templates/qsjcModule';
import { TemplateDetails } from '@/features/library/templates/TemplateDetails';

export default function QsjcModuleDetailsPage() {
  return <TemplateDetails kind={monitoringTemplateKind} />;
}
