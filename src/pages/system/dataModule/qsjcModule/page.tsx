import { qsjcModule } from '@contract/features/library/entities/qsjcModule';
import { TemplateList } from '@/features/library/templates/TemplateList';

export default function QsjcModulePage() {
  return <TemplateList entity={qsjcModule} />;
}
