import { cyfaModule } from '@contract/features/library/entities/cyfaModule';
import { TemplateList } from '@/features/library/templates/TemplateList';

export default function CyfaModulePage() {
  return <TemplateList entity={cyfaModule} />;
}
