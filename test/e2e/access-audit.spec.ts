import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from '../../src/app.module.js';
import { Access } from '../../src/auth/access.js';
import { readEnvironment } from '../../src/config/environment.js';
import { useDatabase } from '../support/use-database.js';

@Controller('v2/careless')
class CarelessController {
  @Get('declared')
  @Access('user')
  declared() {
    return { declared: true };
  }

  @Get('open')
  open() {
    return { open: true };
  }
}

describe('a controller without @Access or @Public', () => {
  const database = useDatabase();

  it('stops the start, and the message names the method', async () => {
    const environment = readEnvironment({
      ...{ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATABASE_URL: database.url, ELASTICSEARCH_INDEX: database.name },
      ELASTICSEARCH_URL: process.env.ELASTICSEARCH_URL,
    });
    @Module({ imports: [AppModule.of(environment)], controllers: [CarelessController] })
    class CarelessModule {}
    const app = await NestFactory.create(CarelessModule, { logger: false, abortOnError: false });
    await expect(app.init()).rejects.toThrow('Routes without @Access or @Public: CarelessController.open');
    await app.close();
  });
});
