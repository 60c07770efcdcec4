import { TemplateDetails } from '@/features/library/templates/TemplateDetails';
import { kind } from '@/features/library/templates/cyfaModule';

export default function CyfaModuleDetailsPage() {
  return <TemplateDetails kind={kind} />;
}
