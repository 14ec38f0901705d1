import { type MigrationInterface, type QueryRunner } from 'typeorm';

const newNames = {
  note_places: 'enqueue_places',
  note_updated_places: 'enqueue_updated_places',
  note_all_places: 'enqueue_all_places',
  note_place_categories: 'enqueue_place_categories',
  note_moved_place_categories: 'enqueue_moved_place_categories',
  note_all_place_categories: 'enqueue_all_place_categories',
  note_category_renamed: 'enqueue_renamed_category',
  note_subcategory_renamed: 'enqueue_renamed_subcategory',
  tell_table_change: 'notify_table_change',
  notify_client_change: 'notify_all_tokens',
};

/** Names functions of triggers by what they do: `enqueue_*` writes the outbox, `notify_*` sends NOTIFY. */
export class FunctionNames1790000000060 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [old, name] of Object.entries(newNames)) await runner.query(`ALTER FUNCTION ${old}() RENAME TO ${name}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [old, name] of Object.entries(newNames)) await runner.query(`ALTER FUNCTION ${name}() RENAME TO ${old}`);
  }
}
