import { type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Lets a public client be first-party, as the page /explore is: consent depends on the registration alone. The commands admit it
 * only with redirect addresses that no other app can receive.
 */
export class PublicFirstParty1790000000085 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE clients DROP CONSTRAINT clients_first_party');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('UPDATE clients SET first_party = false WHERE public AND first_party');
    await runner.query('ALTER TABLE clients ADD CONSTRAINT clients_first_party CHECK (NOT (public AND first_party))');
  }
}
