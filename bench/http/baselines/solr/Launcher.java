import java.util.EnumSet;
import javax.servlet.DispatcherType;
import org.apache.solr.servlet.CoreContainerProvider;
import org.apache.solr.servlet.SolrDispatchFilter;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.servlet.DefaultServlet;
import org.eclipse.jetty.servlet.ServletContextHandler;

/**
 * Starts Solr from its published jars. The system property solr.solr.home names its home folder. Prints its address as
 * one line on standard output once it is ready. Exits when standard input ends.
 */
public final class Launcher {
    public static void main(String[] arguments) throws Exception {
        var ready = System.out;
        System.setOut(System.err);

        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        // Benchmarks send long queries in the address.
        http.setRequestHeaderSize(65_536);
        var server = new Server();
        var connector = new ServerConnector(server, new HttpConnectionFactory(http));
        connector.setHost("127.0.0.1");
        connector.setIdleTimeout(600_000);
        server.addConnector(connector);
        var solr = new ServletContextHandler(server, "/solr");
        solr.addEventListener(new CoreContainerProvider());
        solr.addFilter(SolrDispatchFilter.class, "/*", EnumSet.of(DispatcherType.REQUEST));
        solr.addServlet(DefaultServlet.class, "/");
        solr.setResourceBase(System.getProperty("solr.solr.home"));
        server.setStopAtShutdown(true);
        server.start();
        ready.println("http://127.0.0.1:" + connector.getLocalPort() + "/solr");

        while (System.in.read() != -1) {
            // Input is ignored: only its end counts.
        }
        System.exit(0);
    }
}
