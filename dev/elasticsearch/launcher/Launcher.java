import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.elasticsearch.common.logging.LogConfigurator;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.env.Environment;
import org.elasticsearch.http.HttpServerTransport;
import org.elasticsearch.node.Node;
import org.elasticsearch.plugins.PluginsLoader;

/**
 * Starts one Elasticsearch node from the published server jars. Arguments: settings as name=value, including path.home.
 * Once the node is ready, prints its address as one line on standard output. All other output goes to standard error.
 * Exits when standard input ends, so that the node stops even if the process that started it is killed.
 */
public final class Launcher {
    public static void main(String[] arguments) throws Exception {
        var ready = System.out;
        System.setOut(System.err);

        var settings = Settings.builder();
        for (String argument : arguments) {
            String[] pair = argument.split("=", 2);
            settings.put(pair[0], pair[1]);
        }
        LogConfigurator.configureESLogging();
        LogConfigurator.configureWithoutConfig(settings.build());

        // Waits until a node of an earlier, killed run has released the data.
        Path data = Files.createDirectories(Path.of(settings.get("path.data")));
        FileChannel.open(data.resolve("launcher.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE).lock();

        Path home = Path.of(settings.get("path.home"));
        Environment environment = new Environment(settings.build(), home.resolve("config"));
        PluginsLoader plugins = PluginsLoader.createPluginsLoader(
            PluginsLoader.loadModulesBundles(environment.modulesDir(), false),
            PluginsLoader.loadPluginsBundles(environment.pluginsDir(), false),
            Map.of(),
            false
        );
        Node node = new Node(environment, plugins);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(node)));
        node.start();
        ready.println("http://" + node.injector().getInstance(HttpServerTransport.class).boundAddress().publishAddress());

        while (System.in.read() != -1) {
            // Input is ignored: only its end counts.
        }
        System.exit(0);
    }

    private static void close(Node node) {
        try {
            node.prepareForClose();
            node.close();
        } catch (Exception e) {
            e.printStackTrace();
        }
    }
}
