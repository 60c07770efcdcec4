import { cyfaModule } from '@contract/features/library/entities/cyfaModule';
import { TemplateList } from '@/templates/TemplateList';

export default function CyfaModulePage() {
  return <TemplateList entity={cyfaModule} />;
}
