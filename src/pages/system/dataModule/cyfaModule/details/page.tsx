import { planTemplateKind } from '@/features/library/templates/cyfaModule';
import { TemplateDetails } from '@/features/library/templates/TemplateDetails';

export default function CyfaModuleDetailsPage() {
  return <TemplateDetails kind={planTemplateKind} />;
}
